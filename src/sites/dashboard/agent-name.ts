// A short name for a browser, from its User-Agent.

/** In search order, because most browsers name others too. */
const BROWSERS = {
  Edge: /\bEdg(?:e|A|iOS)?\//,
  Opera: /\b(?:OPR|OPT|Opera)\//,
  'Samsung Internet': /\bSamsungBrowser\//,
  Firefox: /\b(?:Firefox|FxiOS)\//,
  Chrome: /\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//,
  Safari: /\bVersion\/[\d.]+ .*\bSafari\//,
};

const SYSTEMS = {
  iPhone: /\biPhone\b/,
  iPad: /\biPad\b/,
  Android: /\bAndroid\b/,
  Windows: /\bWindows\b/,
  macOS: /\bMac OS X\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
};

const found = (patterns: Readonly<Record<string, RegExp>>, agent: string) =>
  Object.entries(patterns).find(([, pattern]) => pattern.test(agent))?.[0];

const MAX_LENGTH = 60;

/** Such as "Firefox on Linux"; any other program as it names itself, cut. */
export function agentName(agent: string | null): string {
  if (!agent) return 'Unknown browser';
  const [browser, system] = [found(BROWSERS, agent), found(SYSTEMS, agent)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return agent.length > MAX_LENGTH ? `${agent.slice(0, MAX_LENGTH).toWellFormed()}…` : agent;
}
