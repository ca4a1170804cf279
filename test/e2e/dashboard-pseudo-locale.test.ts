import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { languageChoices } from '../../dashboard/src/parts/language-names.ts'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

const source = readFileSync(new URL('../../dashboard/src/pages.ts', import.meta.url), 'utf8')
const [ofAccount = '', ofOperator = ''] = source.split('export const operatorPages')
const pathsIn = (text: string, parent: string) =>
  [...text.matchAll(/path: '([^'$]+)'/g)].map(([, path = '']) => `${parent}/${path}`)

const pages = [
  ...pathsIn(ofAccount, '/accounts/1'),
  ...pathsIn(ofOperator, '/operator'),
  '/operator/accounts/1',
  '/operator/carriers/simulator',
  '/profile',
]

/** Names that are the same in every language. */
const names = ['Ngoma', 'GMT', 'UTC', 'SMS', 'PIN', 'API', ...languageChoices.map(({ label }) => label)]

/** Every text that a person sees or hears on the page, without code, times and text areas. */
const visibleTexts = `[...document.querySelectorAll('body *')].flatMap((element) => {
  if (element.closest('code, pre, time, script, style, [translate=no]')) return []
  if (!element.checkVisibility({ visibilityProperty: true })) return []
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)
  const attributes = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '')
  return [own.join(' '), ...attributes].map((text) => text.trim()).filter((text) => text !== '')
})`

describe('The dashboard in a pseudo-locale', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  /** Strings in the answers of the console: data, not text of the dashboard. */
  const data = new Set<string>(names)
  before(async () => {
    dashboard = await openDashboard()
    const { world } = dashboard
    await world.send()
    await command(world, 'POST', '/accounts/1/contacts', { mob_no: '255712345678', fname: 'Asha' })
    await command(world, 'POST', '/accounts/1/templates', { title: 'Offer', text: 'Half price today' })
  })
  after(async () => {
    await dashboard?.close()
  })

  function addData(value: unknown): void {
    if (typeof value === 'string') data.add(value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        data.add(key)
        addData(inner)
      }
  }

  /** Letters outside of ⟦…⟧ that no answer of the console has. */
  function isUntranslated(text: string): boolean {
    const own = text.replace(/⟦.*⟧/gs, ' ')
    if (!/\p{L}{2}/u.test(own) || data.has(text)) return false
    const rest = [...data]
      .filter((one) => one.length > 1 && own.includes(one))
      .toSorted((a, b) => b.length - a.length)
      .reduce((left, one) => left.replaceAll(one, ' '), own)
    return /\p{L}{2}/u.test(rest)
  }

  async function untranslatedOn(page: Page): Promise<string[]> {
    return [...new Set(await page.evaluate<string[]>(visibleTexts))].filter(isUntranslated)
  }

  it('has every text in a catalog', { timeout: 240_000 }, async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/profile')
    context.after(leave)
    await page.evaluate(`localStorage.setItem('ngoma.language', 'en-XA')`)
    page.on('response', async (response) => {
      if (response.url().includes('/console/v1/') && /json/.test(response.headers()['content-type'] ?? ''))
        addData(await response.json().catch(() => null))
    })
    const found: string[] = []
    for (const path of pages) {
      await page.goto(`${dashboard.address}${path}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      assert.match(
        (await page.getByRole('heading', { level: 1 }).first().textContent()) ?? '',
        /⟦|Duka|simulator/,
        path,
      )
      for (const text of await untranslatedOn(page)) found.push(`${path}: ${text}`)
    }
    assert.deepEqual(found, [])
    assert.deepEqual(complaints, [])
  })
})
