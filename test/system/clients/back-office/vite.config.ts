// Vite with React; VITE_GRAPHQL_URL names the service.
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react()] });
