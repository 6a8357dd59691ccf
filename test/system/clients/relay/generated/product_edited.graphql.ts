/**
 * @generated SignedSource<<15d9bd599dd7f0006b9884a844d78986>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
export type StockType = "BULK" | "UNIT" | "%future added value";
import type { FragmentRefs } from "relay-runtime";
export type product_edited$data = {
  readonly cost: number | null | undefined;
  readonly description: string | null | undefined;
  readonly id: string;
  readonly online: boolean;
  readonly quantity: number;
  readonly rent: number;
  readonly revision: number;
  readonly sku: string | null | undefined;
  readonly stockType: StockType;
  readonly title: string;
  readonly " $fragmentType": "product_edited";
};
export type product_edited$key = {
  readonly " $data"?: product_edited$data;
  readonly " $fragmentSpreads": FragmentRefs<"product_edited">;
};

const node: ReaderFragment = {
  "argumentDefinitions": [],
  "kind": "Fragment",
  "metadata": null,
  "name": "product_edited",
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "id",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "revision",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "title",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "rent",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "stockType",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "sku",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "quantity",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "cost",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "description",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "online",
      "storageKey": null
    }
  ],
  "type": "Product",
  "abstractKey": null
};

(node as any).hash = "db1152a623da2e47814435938b253de7";

export default node;
