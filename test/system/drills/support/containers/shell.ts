// Shell commands of a drill and of the operators' pages, each with a time limit.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readText } from '../../../deploy/deploy-files.ts';

export const REPOSITORY = join(import.meta.dirname, '../../../../..');
const WITHIN_MILLISECONDS = 300_000;

export interface Shell {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The output of Bash, which ends at the first command that fails. @throws with all output if one does */
export async function shell(
  script: string,
  { cwd, variables = {} }: Shell,
): Promise<{ stdout: string; stderr: string }> {
  const child = spawn('bash', ['-e', '-u', '-o', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: WITHIN_MILLISECONDS,
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  if (code !== 0) throw new Error(`${script}\nended with ${code}: ${stdout}${stderr}`);
  return { stdout, stderr };
}

/** The command of Compose in the table of what takes the place of one on a server. */
export function withCompose(command: string): string {
  const [, row = ''] = readText('.deploy/README.md').split(`\n| \`${command}\` | \``);
  return row.split('` | ')[0]?.replaceAll('\\|', '|') ?? '';
}

/** The blocks of a language on a page below a heading of the second level, up to the next one. */
export function blocksUnder(page: string, heading: string, language = 'sh'): string[] {
  const sections = readText(`.deploy/${page}`).split(/^## /m);
  const section = sections.find((one) => one.startsWith(`${heading}\n`)) ?? '';
  const blocks = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm');
  return [...section.matchAll(blocks)].map(([, indentation = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );
}
