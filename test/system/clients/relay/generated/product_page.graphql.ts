/**
 * @generated SignedSource<<f5ccc4bd1916bb2432d2a176db4c9b89>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ReaderFragment } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type product_page$data = {
  readonly product: {
    readonly " $fragmentSpreads": FragmentRefs<"product_edited">;
  } | null | undefined;
  readonly " $fragmentType": "product_page";
};
export type product_page$key = {
  readonly " $data"?: product_page$data;
  readonly " $fragmentSpreads": FragmentRefs<"product_page">;
};

import productRefetchQuery_graphql from './productRefetchQuery.graphql';

const node: ReaderFragment = {
  "argumentDefinitions": [
    {
      "defaultValue": null,
      "kind": "LocalArgument",
      "name": "id"
    }
  ],
  "kind": "Fragment",
  "metadata": {
    "refetch": {
      "connection": null,
      "fragmentPathInResult": [],
      "operation": productRefetchQuery_graphql
    }
  },
  "name": "product_page",
  "selections": [
    {
      "alias": null,
      "args": [
        {
          "kind": "Variable",
          "name": "id",
          "variableName": "id"
        }
      ],
      "concreteType": "Product",
      "kind": "LinkedField",
      "name": "product",
      "plural": false,
      "selections": [
        {
          "args": null,
          "kind": "FragmentSpread",
          "name": "product_edited"
        }
      ],
      "storageKey": null
    }
  ],
  "type": "Query",
  "abstractKey": null
};

(node as any).hash = "28eb2a195011b0930209f722b21bb065";

export default node;
