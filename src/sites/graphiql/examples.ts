// The example queries of GraphiQL, one for each operation, with ids of the demo data.
import { DEMO_IDS } from '../../demo/demo-ids.ts';

export interface Example {
  /** The name in the address of the page. */
  readonly name: string;
  readonly title: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

const { products, rentals } = DEMO_IDS;

const id = (value: number) => String(value);

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    name: 'product',
    title: 'Read a product',
    query: `query ReadProduct($id: ID!) {
  product(id: $id) {
    id
    title
    rent
    stockType
    sku
    quantity
    online
    revision
    equipments { name quantity }
    images { src }
  }
}
`,
    variables: { id: id(products.tent) },
  },
  {
    name: 'bundle',
    title: 'Read a bundle',
    query: `query ReadBundle($id: ID!) {
  bundle(id: $id) {
    id
    title
    rent
    online
    items {
      adId
      quantity
      product { title rent }
    }
  }
}
`,
    variables: { id: id(products.camping) },
  },
  {
    name: 'rental',
    title: 'Read a rental',
    query: `query ReadRental($id: ID!) {
  rental(id: $id) {
    id
    status
    startDate
    endDate
    totalAmount
    tenant { name email }
    items {
      title
      quantity
      dailyRate
      product { id title }
    }
    selectAccounts { name email }
  }
}
`,
    variables: { id: id(rentals.paid) },
  },
  {
    name: 'update-product',
    title: 'Update a product',
    query: `mutation UpdateProduct($id: ID!, $input: UpdateProductInput!) {
  updateProduct(id: $id, input: $input) {
    success
    errors { field code message }
    product { id title rent description revision }
  }
}
`,
    variables: { id: id(products.tent), input: { rent: 26, description: 'A tent for four, with a ground sheet.' } },
  },
  {
    name: 'create-product',
    title: 'Create a product',
    query: `mutation CreateProduct($input: CreateProductInput!) {
  createProduct(input: $input) {
    success
    errors { field code message }
    id
    location
    product { id title rent stockType quantity }
  }
}
`,
    variables: { input: { title: 'Camping chair', rent: 4.5, stockType: 'BULK', quantity: 12 } },
  },
  {
    name: 'create-bundle',
    title: 'Create a bundle',
    query: `mutation CreateBundle($input: CreateBundleInput!) {
  createBundle(input: $input) {
    success
    errors { field code message }
    id
    bundle { id title rent items { adId quantity } }
  }
}
`,
    variables: {
      input: {
        title: 'Weekend for two',
        items: [
          { adId: id(products.tent), quantity: 1 },
          { adId: id(products.mat), quantity: 2 },
        ],
      },
    },
  },
];
