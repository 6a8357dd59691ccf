// The members of GraphQL's enums, with their descriptions.

export const PRODUCT_TYPES = {
  PRODUCT: 'A product.',
  BUNDLE: 'A pack of products that are rented together.',
};

export const STOCK_TYPES = {
  UNIT: 'Each unit is tracked and needs a SKU.',
  BULK: 'Only the total quantity is tracked.',
};

export const RENTAL_STATUSES = {
  ACTIVE: 'In progress: the tenant has the items.',
  COMPLETED: 'The period ended and the items were returned.',
  CANCELLED: 'Cancelled before or during the period.',
};
