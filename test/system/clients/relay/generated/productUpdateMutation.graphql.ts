/**
 * @generated SignedSource<<4b32385f30cff2df656900936f0afa6d>>
 * @lightSyntaxTransform
 */

/* tslint:disable */
/* eslint-disable */
// @ts-nocheck

import type { ConcreteRequest } from 'relay-runtime';
import type { FragmentRefs } from "relay-runtime";
export type StockType = "BULK" | "UNIT" | "%future added value";
export type ValidationErrorCode = "ACCESS_DENIED" | "INVALID_FORMAT" | "MAX_ITEMS" | "MAX_LENGTH" | "MIN_ITEMS" | "MIN_VALUE" | "NOT_FOUND" | "PRODUCT_OFFLINE" | "REQUIRED" | "%future added value";
export type UpdateProductInput = {
  archived?: boolean | null | undefined;
  barcode?: string | null | undefined;
  code?: string | null | undefined;
  commodityCode?: string | null | undefined;
  cost?: number | null | undefined;
  countryOfManufacture?: string | null | undefined;
  description?: string | null | undefined;
  equipments?: ReadonlyArray<EquipmentInput> | null | undefined;
  images?: ReadonlyArray<ImageInput> | null | undefined;
  online?: boolean | null | undefined;
  quantity?: number | null | undefined;
  rent?: number | null | undefined;
  shelfLifeMax?: number | null | undefined;
  shelfLifeMin?: number | null | undefined;
  sku?: string | null | undefined;
  stockType?: StockType | null | undefined;
  stockUnitTypeId?: number | null | undefined;
  title?: string | null | undefined;
};
export type EquipmentInput = {
  name: string;
  quantity: number;
};
export type ImageInput = {
  src: string;
};
export type productUpdateMutation$variables = {
  id: string;
  ifRevision: number;
  input: UpdateProductInput;
};
export type productUpdateMutation$data = {
  readonly updateProduct: {
    readonly bundle: {
      readonly id: string;
      readonly online: boolean;
      readonly rent: number;
      readonly title: string;
    } | null | undefined;
    readonly errors: ReadonlyArray<{
      readonly code: ValidationErrorCode;
      readonly field: string;
      readonly message: string;
    }>;
    readonly product: {
      readonly " $fragmentSpreads": FragmentRefs<"product_edited">;
    } | null | undefined;
    readonly success: boolean;
  } | null | undefined;
};
export type productUpdateMutation = {
  response: productUpdateMutation$data;
  variables: productUpdateMutation$variables;
};

const node: ConcreteRequest = (function(){
var v0 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "id"
},
v1 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "ifRevision"
},
v2 = {
  "defaultValue": null,
  "kind": "LocalArgument",
  "name": "input"
},
v3 = [
  {
    "kind": "Variable",
    "name": "id",
    "variableName": "id"
  },
  {
    "kind": "Variable",
    "name": "ifRevision",
    "variableName": "ifRevision"
  },
  {
    "kind": "Variable",
    "name": "input",
    "variableName": "input"
  }
],
v4 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "success",
  "storageKey": null
},
v5 = {
  "alias": null,
  "args": null,
  "concreteType": "ValidationError",
  "kind": "LinkedField",
  "name": "errors",
  "plural": true,
  "selections": [
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "field",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "code",
      "storageKey": null
    },
    {
      "alias": null,
      "args": null,
      "kind": "ScalarField",
      "name": "message",
      "storageKey": null
    }
  ],
  "storageKey": null
},
v6 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "id",
  "storageKey": null
},
v7 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "title",
  "storageKey": null
},
v8 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "rent",
  "storageKey": null
},
v9 = {
  "alias": null,
  "args": null,
  "kind": "ScalarField",
  "name": "online",
  "storageKey": null
},
v10 = {
  "alias": null,
  "args": null,
  "concreteType": "Bundle",
  "kind": "LinkedField",
  "name": "bundle",
  "plural": false,
  "selections": [
    (v6/*:: as any*/),
    (v7/*:: as any*/),
    (v8/*:: as any*/),
    (v9/*:: as any*/)
  ],
  "storageKey": null
};
return {
  "fragment": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v1/*:: as any*/),
      (v2/*:: as any*/)
    ],
    "kind": "Fragment",
    "metadata": null,
    "name": "productUpdateMutation",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "concreteType": "UpdateProductPayload",
        "kind": "LinkedField",
        "name": "updateProduct",
        "plural": false,
        "selections": [
          (v4/*:: as any*/),
          (v5/*:: as any*/),
          {
            "alias": null,
            "args": null,
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
          },
          (v10/*:: as any*/)
        ],
        "storageKey": null
      }
    ],
    "type": "Mutation",
    "abstractKey": null
  },
  "kind": "Request",
  "operation": {
    "argumentDefinitions": [
      (v0/*:: as any*/),
      (v2/*:: as any*/),
      (v1/*:: as any*/)
    ],
    "kind": "Operation",
    "name": "productUpdateMutation",
    "selections": [
      {
        "alias": null,
        "args": (v3/*:: as any*/),
        "concreteType": "UpdateProductPayload",
        "kind": "LinkedField",
        "name": "updateProduct",
        "plural": false,
        "selections": [
          (v4/*:: as any*/),
          (v5/*:: as any*/),
          {
            "alias": null,
            "args": null,
            "concreteType": "Product",
            "kind": "LinkedField",
            "name": "product",
            "plural": false,
            "selections": [
              (v6/*:: as any*/),
              {
                "alias": null,
                "args": null,
                "kind": "ScalarField",
                "name": "revision",
                "storageKey": null
              },
              (v7/*:: as any*/),
              (v8/*:: as any*/),
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
              (v9/*:: as any*/)
            ],
            "storageKey": null
          },
          (v10/*:: as any*/)
        ],
        "storageKey": null
      }
    ]
  },
  "params": {
    "cacheID": "bfba3e718f9c61e36f23e22a6060e61b",
    "id": null,
    "metadata": {},
    "name": "productUpdateMutation",
    "operationKind": "mutation",
    "text": "mutation productUpdateMutation(\n  $id: ID!\n  $input: UpdateProductInput!\n  $ifRevision: Int!\n) {\n  updateProduct(id: $id, input: $input, ifRevision: $ifRevision) {\n    success\n    errors {\n      field\n      code\n      message\n    }\n    product {\n      ...product_edited\n      id\n    }\n    bundle {\n      id\n      title\n      rent\n      online\n    }\n  }\n}\n\nfragment product_edited on Product {\n  id\n  revision\n  title\n  rent\n  stockType\n  sku\n  quantity\n  cost\n  description\n  online\n}\n"
  }
};
})();

(node as any).hash = "b399fda7349f64c86d84589c8954af67";

export default node;
