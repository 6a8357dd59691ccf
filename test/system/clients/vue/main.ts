// Starts the app. The token is kept in memory alone: a reload asks again.
import { createApp, ref } from 'vue';
import App from './app.vue';
import { createOwnerClient } from './create-client.ts';

const token = ref('');
const client = createOwnerClient(import.meta.env.VITE_GRAPHQL_URL, () => token.value);
createApp(App).provide('token', token).use(client).mount('#app');
