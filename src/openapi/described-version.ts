// The version that an OpenAPI document describes, and how its prose names fields and values.
import type { Release } from '../operation/release-changes.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { VersionName, Versions } from '../operation/versions.ts';
import { type Codec, createCodecs } from '../rest/wire-codec.ts';

export interface DescribedVersion {
  readonly release: Release;
  readonly view: VersionView;
  readonly codec: Codec;
}

/** Describes a version, one of the future too. */
export function createDescriptions(versions: Versions): (version: VersionName) => DescribedVersion {
  const codecOf = createCodecs(versions);
  return (version) => {
    const release = versions.releases.find(({ date }) => date === version);
    if (!release) throw new Error(`No version ${version}`);
    return { release, view: versions.view(version), codec: codecOf(version) };
  };
}

/** Fields and values of products, in Markdown. */
export interface Words {
  readonly name: (field: string) => string;
  /** A field and one of its values: `stock_type` 0. */
  readonly is: (field: string, value: string) => string;
}

export function wordsOf({ codec: { wire } }: DescribedVersion): Words {
  const name = (field: string) => `\`${wire.name('Product', field)}\``;
  return { name, is: (field, value) => `${name(field)} ${wire.values('Product', field)?.[value]}` };
}
