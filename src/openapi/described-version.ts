// The version that an OpenAPI document describes.
import type { Release } from '../operation/release-changes.ts';
import type { VersionView } from '../operation/version-view.ts';
import { lifecycleHeaders, type VersionName, type Versions } from '../operation/versions.ts';
import { type Codec, createCodecs } from '../rest/wire-codec.ts';

export interface DescribedVersion {
  readonly release: Release;
  readonly view: VersionView;
  readonly codec: Codec;
  /** The headers with which it is deprecated; none before. */
  readonly lifecycle: Readonly<Record<string, string>>;
}

/** Describes a version, also one of the future. */
export function createDescriptions(versions: Versions): (version: VersionName) => DescribedVersion {
  const codecOf = createCodecs(versions);
  return (version) => {
    const release = versions.releases.find(({ date }) => date === version);
    if (!release) throw new Error(`No version ${version}`);
    const lifecycle = lifecycleHeaders(versions.lifecycle(version));
    return { release, view: versions.view(version), codec: codecOf(version), lifecycle };
  };
}
