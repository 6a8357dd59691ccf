// Vite with Vue; VITE_GRAPHQL_URL names the service.
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [vue()] });
