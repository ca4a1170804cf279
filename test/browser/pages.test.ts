import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { readConfig } from '../../src/config.ts'
import { password } from '../../src/demo/credentials.ts'
import { fillDemo } from '../../src/demo/fill.ts'
import { createLog } from '../../src/engine/log.ts'
import { startWhatsApp } from '../../tools/whatsapp/whatsapp.ts'
import { browserMissing } from '../browser.ts'
import {
  checkLinks,
  checkWidth,
  checkWithAxe,
  type Dashboard,
  deskScreen,
  openDashboard,
  openOtherPage,
  phoneScreen,
  type Visit,
} from '../dashboard.ts'
import { openTarget, pageTargets, untilLoaded } from '../page-targets.ts'
import { openTestDatabase, postgresUrl, secret, type TestDatabase } from '../world.ts'

/** Two combinations show both colour schemes and both layouts. */
const light = { colorScheme: 'light', viewport: deskScreen } as const
const dark = { colorScheme: 'dark', viewport: phoneScreen } as const
type Look = typeof light | typeof dark

describe('Every page of the dashboard', { skip: browserMissing }, () => {
  let database: TestDatabase
  let dashboard: Dashboard
  const visits = new Map<string | null, Visit>()
  before(async () => {
    database = await openTestDatabase(postgresUrl === null ? 'embedded' : 'postgres')
    await fillDemo({
      config: { ...readConfig({}), staging: true, secret, dataDirectory: tmpdir() },
      db: { ...database.db, close: async () => {} },
      log: createLog('error', { write: () => {} }),
      days: 1,
      startWhatsApp: ({ port, now }) => startWhatsApp({ port, now, reads: true }),
      onProgress() {},
    })
    dashboard = await openDashboard({ database })
  })
  after(async () => {
    for (const { leave } of visits.values()) await leave()
    await dashboard?.close()
    await database?.drop()
  })

  async function visitAs(email: string | null, path: string): Promise<Visit> {
    const known = visits.get(email)
    if (known !== undefined) return known
    const visit = await dashboard.visit(path, { as: email === null ? null : { email, password } })
    visits.set(email, visit)
    return visit
  }

  /** Resolves when the transition to the other colours has begun, which `checkWithAxe` waits for. */
  async function setLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
    await Promise.all([page.emulateMedia({ colorScheme }), page.setViewportSize(viewport)])
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  }

  for (const target of pageTargets)
    it(`${target.name} fits both screens in light and dark mode, and axe finds nothing serious`, async () => {
      const { page, complaints, settle } = await visitAs(target.email, target.path)
      const isThere = await openTarget(page, target, async (path) => {
        await openOtherPage(page, path)
        await untilLoaded(page)
        await settle()
      })
      assert.ok(isThere, 'a list links to such a page')
      // Each page begins in the look in which the page before ended, because a change takes as long as a check.
      const looks = page.viewportSize()?.width === deskScreen.width ? [light, dark] : [dark, light]
      for (const look of looks) {
        await setLook(page, look)
        // The menu is closed on a phone.
        if (look === light) await checkLinks(page)
        await checkWidth(page)
        await checkWithAxe(page)
      }
      assert.deepEqual(complaints, [])
    })
})
