// The version that an OpenAPI document describes.
import type { Release } from '../operation/release-changes.ts';
import type { VersionView } from '../operation/version-view.ts';
import type { Codec } from '../rest/wire-codec.ts';

export interface DescribedVersion {
  readonly release: Release;
  readonly view: VersionView;
  readonly codec: Codec;
}
