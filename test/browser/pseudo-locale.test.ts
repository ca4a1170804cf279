import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { languageChoices } from '../../dashboard/src/parts/language-names.ts'
import { browserMissing } from '../browser.ts'
import { command } from '../console/people.ts'
import {
  accountPaths,
  checkWidth,
  type Dashboard,
  deskScreen,
  openDashboard,
  openOtherPage,
  operatorPaths,
  phoneScreen,
} from '../dashboard.ts'
import { until } from '../until.ts'

const withoutId = (paths: readonly string[], parent: string) =>
  paths.filter((path) => !path.includes('$')).map((path) => `${parent}/${path}`)

const pages = [
  ...withoutId(accountPaths, '/accounts/1'),
  ...withoutId(operatorPaths, '/operator'),
  '/operator/accounts/1',
  '/profile',
]

/** Names that are the same in every language, or that the browser translates. */
const names = [
  'Ngoma',
  'Node.js',
  'NGOMA_SECRET',
  'JSON',
  'STOP',
  'Authorization: Bearer',
  'Tanzania',
  'Africa/Dar_es_Salaam',
  'East Africa Time',
  'curl',
  'TypeScript',
  'Python',
  '1 hour',
  'Your PIN is',
  ...languageChoices.map(({ label }) => label),
]
/** Email addresses, URLs, placeholders, and days such as `22 Oct 2026`. */
const formatted = /\S+@\S+|https:\S+|\{\w+\}|\b\d{1,2} \p{L}{3}( \d{4})?\b/gu

/** Every text that a person sees or hears on the page, without code, times and text areas. */
const visibleTexts = `[...document.querySelectorAll('body *')].flatMap((element) => {
  if (element.closest('code, pre, time, script, style, [translate=no]')) return []
  if (!element.checkVisibility({ visibilityProperty: true })) return []
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)
  const attributes = ['aria-label', 'placeholder', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '')
  return [own.join(''), ...attributes].map((text) => text.trim()).filter((text) => text !== '')
})`

describe('The dashboard in a pseudo-locale', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  /** Strings in the answers of the server: data, not text of the dashboard. */
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

  /** Texts of the catalogs have accents on all vowels. */
  const hasPlainWord = (text: string) => /\p{L}[aeiou]|[aeiou]\p{L}/iu.test(text)

  const withoutFormatted = (text: string) => text.replace(formatted, ' ')
  const withoutData = (text: string) =>
    [...data]
      .filter((one) => one.length > 1 && text.includes(one))
      .toSorted((a, b) => b.length - a.length)
      .reduce((left, one) => left.replaceAll(one, ' '), text)

  /** Data may have a formatted part, and a formatted part may have data in it. */
  const isUntranslated = (text: string) =>
    hasPlainWord(text) &&
    hasPlainWord(withoutData(withoutFormatted(text))) &&
    hasPlainWord(withoutFormatted(withoutData(text)))

  async function untranslatedOn(page: Page): Promise<string[]> {
    return [...new Set(await page.evaluate<string[]>(visibleTexts))].filter(isUntranslated)
  }

  it('has every text in a catalog', async (context) => {
    const { page, complaints, settle, leave } = await dashboard.visit('/profile')
    context.after(leave)
    await page.evaluate(`localStorage.setItem('ngoma.language', 'en-XA')`)
    await page.reload()
    const reads = new Set<Promise<void>>()
    page.on('response', (response) => {
      if (/\/(console\/v1|v2)\//.test(response.url()) && /json/.test(response.headers()['content-type'] ?? ''))
        reads.add(response.json().then(addData, () => {}))
    })
    const untilDrawn = async () => {
      await settle()
      await Promise.all(reads)
      reads.clear()
    }
    const found: string[] = []
    for (const path of pages) {
      await openOtherPage(page, path)
      await untilDrawn()
      for (const text of await untranslatedOn(page)) found.push(`${path}: ${text}`)
      // Its texts are a third longer than the English ones.
      await page.setViewportSize(phoneScreen)
      await checkWidth(page)
      await page.setViewportSize(deskScreen)
      await checkWidth(page)
      // The buttons in the head of a page open dialogs.
      for (const button of await page.locator('h1').locator('xpath=../..').getByRole('button').all()) {
        // The dialog of the button before may appear late, or need a second key, because the first one closed a list.
        await until('the button is clicked', async () => {
          try {
            await button.click({ timeout: 3_000 })
            return true
          } catch {
            await page.keyboard.press('Escape')
            return false
          }
        })
        await untilDrawn()
        for (const text of await untranslatedOn(page)) found.push(`${path}, dialog: ${text}`)
        await page.keyboard.press('Escape')
      }
    }
    assert.deepEqual(found, [])
    assert.deepEqual(complaints, [])
  })
})
