/** The system's Chromium, for tests that want to see a page as people do. */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync)

/** Why a suite with a browser is skipped; false when there is one. */
export const browserMissing = executablePath === undefined && 'Chromium is not installed'

/** It asks nobody for updates, and its profile is gone when it is closed. */
const quiet = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run', '--disable-gpu']

/** Each test takes a context of its own from it: that has no cookies, and says whether pages may run scripts. */
export function openBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error('Chromium is not installed')
  return chromium.launch({ executablePath, args: quiet })
}
