import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'

let shared: Promise<Browser> | null = null

/** One browser for all test files of a process. Each test opens its own context. */
export function shareBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

after(async () => (await shared)?.close())
