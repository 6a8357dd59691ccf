// The stage of a version in words.
import type { Version } from '../../operation/versions.ts';

export const day = (date: Date) => date.toISOString().slice(0, 'YYYY-MM-DD'.length);

export const stageOf = ({ stage, deprecatedAt, sunsetAt }: Version): string => {
  if (!deprecatedAt || !sunsetAt) return stage;
  if (stage === 'supported') return `supported; deprecated from ${day(deprecatedAt)}, ends ${day(sunsetAt)}`;
  return stage === 'deprecated' ? `deprecated; ends ${day(sunsetAt)}` : `ended ${day(sunsetAt)}`;
};
