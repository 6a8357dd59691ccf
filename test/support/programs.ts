// Programs that some tests need and a machine may lack: their tests are skipped, and the end of a run says so.
import { spawnSync } from 'node:child_process';

/** A command that succeeds where the program is, and how to have it. */
const PROGRAMS = {
  caddy: [['caddy', 'version'], 'apt-get install caddy'],
  curl: [['curl', '--version'], 'apt-get install curl'],
  haproxy: [['haproxy', '-v'], 'apt-get install haproxy'],
  kubectl: [['kubectl', 'version', '--client'], 'apt-get install kubernetes-client'],
  php: [['php', '-r', 'curl_init();'], 'apt-get install php-cli php-curl'],
  promtool: [['promtool', '--version'], 'apt-get install prometheus'],
  python3: [['python3', '-c', 'import termios'], 'apt-get install python3'],
  requests: [['python3', '-c', 'import requests'], 'apt-get install python3-requests'],
} as const satisfies Record<string, readonly [readonly [string, ...string[]], string]>;

const MISSING = 'Skipped without ';

/** Whether a program is here. */
export function has(name: keyof typeof PROGRAMS): boolean {
  const [[command, ...args], install] = PROGRAMS[name];
  if (spawnSync(command, args).status === 0) return true;
  noteMissing(`${name} (${install})`);
  return false;
}

/** Notes for the end of the run what a test file lacks. */
export function noteMissing(what: string): void {
  // biome-ignore lint/suspicious/noConsole: Vitest passes it from the test's process to the report
  console.warn(MISSING + what);
}

/** What the test files noted, in one line at the end of the run instead of amid the tests. */
export function createMissingReport() {
  const missing = new Set<string>();
  return {
    onConsoleLog(text: string): false | undefined {
      if (!text.startsWith(MISSING)) return undefined;
      missing.add(text.slice(MISSING.length).trim());
      return false;
    },
    reporter: {
      onTestRunEnd() {
        if (missing.size > 0)
          process.stderr.write(`Skipped tests need ${[...missing].join(', ')}.\n`);
      },
    },
  };
}
