/**
 * Loaded into test processes and programs that tests start: Node checks the file, its links and its package for each of
 * the several thousand imports, which takes an eighth of the start.
 */
import { registerHooks } from 'node:module'

registerHooks({
  resolve(name, context, next) {
    const { parentURL } = context
    const format = name.endsWith('.ts') ? 'module-typescript' : name.endsWith('.mjs') ? 'module' : null
    return parentURL !== undefined && name.startsWith('.') && format !== null
      ? { url: new URL(name, parentURL).href, format, shortCircuit: true }
      : next(name, context)
  },
})
