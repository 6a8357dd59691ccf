// The addresses of the pages.

export const DASHBOARD_PATH = '/dashboard';

export const PATHS = {
  settings: DASHBOARD_PATH,
  signIn: `${DASHBOARD_PATH}/sign-in`,
  signOut: `${DASHBOARD_PATH}/sign-out`,
  tokens: `${DASHBOARD_PATH}/tokens`,
  newToken: `${DASHBOARD_PATH}/tokens/new`,
  usage: `${DASHBOARD_PATH}/usage`,
  requests: `${DASHBOARD_PATH}/requests`,
  versions: `${DASHBOARD_PATH}/versions`,
} as const;

export const tokenPath = (id: number) => `${PATHS.tokens}/${id}`;
export const revokePath = (id: number) => `${PATHS.tokens}/${id}/revoke`;
