// Vite with React; VITE_GRAPHQL_URL is the service's URL.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react()] });
