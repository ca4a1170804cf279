import { after } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { slowness } from './pace.ts'

let shared: Promise<Browser> | null = null

/** One browser for all test files of a process. Each test opens its own context. */
export function shareBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

/** A context of the shared browser. Its pages wait longer on a slow machine. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await shareBrowser()).newContext(options)
  context.setDefaultTimeout(30_000 * slowness)
  return context
}

after(async () => (await shared)?.close())
