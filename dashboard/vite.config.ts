import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.NGOMA_SERVER ?? 'http://127.0.0.1:8080'

/** `npm run dev:dashboard` serves the pages as they are edited, and hands everything else to a server that runs. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    // A request costs more than a few kilobytes that a page does not need.
    rollupOptions: { output: { experimentalMinChunkSize: 1_500 } },
  },
  server: {
    proxy: Object.fromEntries(
      ['/console', '/docs', '/openapi.json', '/v1', '/v2', '/public'].map((path) => [
        path,
        // The server refuses sign-ins whose origin is not its own host.
        { target: server, changeOrigin: false },
      ]),
    ),
  },
})
