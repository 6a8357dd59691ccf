// JSON values as literals of a programming language, on one line where they fit.

/** Characters of a line, indentation apart. */
const LINE_LENGTH = 72;

export interface LiteralStyle {
  readonly indent: string;
  readonly string: (text: string) => string;
  /** The name of an entry, with the sign between it and its value. */
  readonly key: (name: string) => string;
  readonly object: readonly [open: string, close: string];
  /** Between a bracket and its content on one line. */
  readonly padding: string;
  readonly emptyObject: string;
  readonly trailingComma: boolean;
  readonly words: { readonly true: string; readonly false: string; readonly null: string };
}

/** `value` as a literal; the lines after the first are indented by `margin`. */
export function printLiteral(value: unknown, style: LiteralStyle, margin = ''): string {
  if (typeof value === 'string') return style.string(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean' || value === null) return style.words[`${value}`];
  const inner = margin + style.indent;
  const isList = Array.isArray(value);
  const print = (at: string) =>
    isList
      ? value.map((entry) => printLiteral(entry, style, at))
      : Object.entries(value as object).map(([name, entry]) => `${style.key(name)}${printLiteral(entry, style, at)}`);
  const entries = print(inner);
  if (entries.length === 0) return isList ? '[]' : style.emptyObject;
  const [open, close] = isList ? ['[', ']'] : style.object;
  const padding = isList ? '' : style.padding;
  const line = `${open}${padding}${entries.join(', ')}${padding}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  const end = style.trailingComma ? ',' : '';
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}${end}\n${margin}${close}`;
}

const JSON_STYLE: LiteralStyle = {
  indent: '  ',
  string: JSON.stringify,
  key: (name) => `${JSON.stringify(name)}: `,
  object: ['{', '}'],
  padding: ' ',
  emptyObject: '{}',
  trailingComma: false,
  words: { true: 'true', false: 'false', null: 'null' },
};

/** `value` as JSON that people read. */
export const printJson = (value: unknown, margin = ''): string => printLiteral(value, JSON_STYLE, margin);
