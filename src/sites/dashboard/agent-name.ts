// A short name for the browser of a person, made of its User-Agent, such as "Firefox on Linux".

/** In the order of the search: most browsers name others, too. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const found = (names: typeof BROWSERS | typeof SYSTEMS, agent: string) =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

/** In characters, of an agent that is none of these. */
const MAX_LENGTH = 60;

export function agentName(agent: string | null): string {
  if (!agent) return 'Unknown browser';
  const [browser, system] = [found(BROWSERS, agent), found(SYSTEMS, agent)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return agent.length > MAX_LENGTH ? `${agent.slice(0, MAX_LENGTH).toWellFormed()}…` : agent;
}
