// Where a product is found (section 4.4); the same path on both surfaces.

/** The path at which the REST surface is served; stable across versions (section 9.2). */
export const API_BASE_PATH = '/api/token-secured';

export const productLocation = (id: number) => `${API_BASE_PATH}/product/${id}`;
