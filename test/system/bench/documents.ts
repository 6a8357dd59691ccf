// The GraphQL documents of the bench; the floor knows them by their text.

export const PRODUCT_DOCUMENT = `query Product($id: ID!) {
  product(id: $id) {
    id title description rent stockType quantity online
    equipments { name quantity }
    images { src }
  }
}`;

export const RENTAL_DOCUMENT = `query Rental($id: ID!) {
  rental(id: $id) {
    id status startDate endDate totalAmount
    tenant { id name email }
    owner { id name email }
    items { productId title quantity dailyRate total product { id title rent online } }
  }
}`;
