// The report as JUnit XML for CI servers: a test suite for each suite, a failed test for each finding.
import { described, type Report, type SuiteRow } from './report.ts';

export function junit(report: Report): string {
  const { seed, version, suites, findings, cases, seconds, noAnswer } = report;
  const failed = (name: string) => findings.filter(({ suite }) => suite === name);
  const ofSuite = ({ name, cases: run, skipped, seconds: time, lacks }: SuiteRow) => {
    const failures = failed(name);
    const reason =
      lacks === undefined ? `${skipped} cases` : `version ${version} has no ${lacks}`;
    const isSkipped = run === 0;
    const tests = [
      `    <testcase classname=${quoted(name)} name=${quoted(`${run} cases`)}${
        isSkipped ? `><skipped message=${quoted(reason)}/></testcase>` : '/>'
      }`,
      ...failures.map(
        (finding) =>
          `    <testcase classname=${quoted(name)} name=${quoted(`case ${finding.index}, ${finding.aspect}`)}>` +
          `<failure message=${quoted(finding.detail)}>${escaped(described(finding, report))}</failure></testcase>`,
      ),
    ];
    const counts = `tests="${tests.length}" failures="${failures.length}" skipped="${isSkipped ? 1 : 0}"`;
    return [
      `  <testsuite name=${quoted(name)} ${counts} time="${time}">`,
      ...tests,
      '  </testsuite>',
    ].join('\n');
  };
  const name = quoted(`owner-api-harness, version ${version}, seed ${seed}, ${cases} cases`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${name} failures="${findings.length}" time="${seconds}">`,
    ...suites.map(ofSuite),
    ...(noAnswer === undefined ? [] : [NO_ANSWER.replace('""', quoted(noAnswer))]),
    '</testsuites>',
    '',
  ].join('\n');
}

const NO_ANSWER =
  '  <testsuite name="deployment" tests="1" errors="1"><testcase name="responds"><error message=""/></testcase></testsuite>';

const quoted = (text: string) =>
  `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`;

const escaped = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(NO_XML, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Characters that XML 1.0 can't have, not even as a reference. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
