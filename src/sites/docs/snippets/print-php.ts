// An example request in PHP, with its curl extension.
import type { ExampleExchange } from '../../pages/snippets/print-curl.ts';
import { type LiteralStyle, printLiteral, Verbatim } from '../../pages/snippets/print-literal.ts';

const string = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

const STYLE: LiteralStyle = {
  indent: '    ',
  string,
  key: (name) => `${string(name)} => `,
  open: '[',
  close: ']',
  emptyObject: 'new stdClass()',
  lastComma: ',',
};

const TOKEN = "getenv('TOKEN')";

export function printPhp(origin: string, request: ExampleExchange): string {
  const { method, path, headers = {}, query, tokenInUrl } = request;
  const body = query === undefined ? request.body : { query: new Verbatim('$query'), ...request.body };
  const lines = [
    ...(tokenInUrl ? [] : [`'Authorization: Bearer ' . ${TOKEN},`]),
    ...(body ? ["'Content-Type: application/json',"] : []),
    ...Object.entries(headers).map(([name, value]) => `${string(`${name}: ${value}`)},`),
  ];
  return [
    '<?php',
    ...(query === undefined ? [] : [`$query = <<<'GRAPHQL'\n${query}\nGRAPHQL;`, '']),
    tokenInUrl
      ? `$request = curl_init(${string(`${origin}${path}?token=`)} . ${TOKEN});`
      : `$request = curl_init(${string(`${origin}${path}`)});`,
    'curl_setopt_array($request, [',
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(lines.length === 0 ? [] : ['    CURLOPT_HTTPHEADER => [', ...lines.map((line) => `        ${line}`), '    ],']),
    ...(body ? [`    CURLOPT_POSTFIELDS => json_encode(${printLiteral(body, STYLE, '    ')}),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($request);',
    `echo curl_getinfo($request, CURLINFO_RESPONSE_CODE)${request.response?.body ? ", ' ', $answer" : ''}, PHP_EOL;`,
  ].join('\n');
}
