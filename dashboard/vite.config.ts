import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { consoleRoutes } from '../src/contract/console/index.ts'

const server = process.env.NGOMA_SERVER ?? 'http://127.0.0.1:8080'

/** The modules that every page needs are three files, because dozens of small files need as many requests. */
function firstChunks(): Rollup.GetManualChunk {
  const first = new Set<string>()
  return (id, { getModuleIds, getModuleInfo }) => {
    const add = (one: string) => {
      if (first.has(one)) return
      first.add(one)
      // A file that only re-exports a library would add all components that any page uses.
      if (!/\/@mantine\/core\/esm\/index\.mjs$/.test(one))
        for (const imported of getModuleInfo(one)?.importedIds ?? []) add(imported)
    }
    if (first.size === 0) for (const one of getModuleIds()) if (getModuleInfo(one)?.isEntry) add(one)
    if (!first.has(id)) return null
    // Mantine's components import the libraries and are imported by the dashboard: one file would import itself.
    const isLibrary = id.startsWith('\0') || /\/node_modules\/(?!@mantine\/(?!hooks\/))/.test(id)
    return isLibrary ? 'libraries' : 'first'
  }
}

/** The fields of the bodies, for forms: the pages do not load the contract. */
function bodiesOfContract(): Plugin {
  const id = 'virtual:bodies'
  const described = new Set(['description', 'additionalProperties', 'examples'])
  const bodies = Object.fromEntries(
    Object.entries(consoleRoutes).flatMap(([route, entry]) =>
      'body' in entry && 'properties' in entry.body ? [[route, entry.body]] : [],
    ),
  )
  // A property may have the name of a keyword.
  const json = JSON.stringify(bodies, (key, value) =>
    described.has(key) && typeof value !== 'object' ? undefined : value,
  )
  return {
    name: 'bodies-of-contract',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? `export const bodies = JSON.parse(${JSON.stringify(json)})` : null),
  }
}

/** `npm run dev:dashboard` serves the pages as they are edited, and hands everything else to a server that runs. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), bodiesOfContract()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
    rollupOptions: { output: { manualChunks: firstChunks(), onlyExplicitManualChunks: true } },
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
