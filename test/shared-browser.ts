import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'

let shared: Promise<Browser> | null = null

/**
 * One browser for all test files of a process, closed after the last of them. Each test takes a context of its own,
 * which has no cookies and says whether pages may run scripts.
 */
export function shareBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

after(async () => (await shared)?.close())
