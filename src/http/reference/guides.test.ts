import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { guidePaths, guidesPath, readGuides } from './guides.ts'

describe('guides', () => {
  let pages: ReadonlyMap<string, string>
  before(async () => {
    pages = await readGuides()
  })

  it('have unique addresses', () => {
    assert.deepEqual([...pages.keys()], guidePaths)
    assert.equal(new Set(guidePaths).size, guidePaths.length)
  })

  it('link only to existing pages and sections of this server, and to other sites', () => {
    const links = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => [path, href] as const),
    )
    assert.ok(links.length > 500)
    for (const [path, href] of links) {
      if (/^https?:/.test(href) || href === '/' || href === '/docs') continue
      const [target, anchor] = href.split('#', 2)
      const page = pages.get(target === '' ? path : (target ?? ''))
      assert.ok(page !== undefined, `${path} links to ${href}`)
      if (anchor !== undefined) assert.ok(page.includes(` id="${anchor}"`), `${path} links to ${href}`)
    }
  })

  it('load nothing from elsewhere, and have no scripts', () => {
    for (const [path, html] of pages) assert.doesNotMatch(html, /<script|<img|<link|<iframe|url\(|@import/, path)
  })

  it('show the navigation with the current page', () => {
    assert.match(pages.get(`${guidesPath}/send`) ?? '', /<a href="\/docs\/guides\/send" aria-current="page">/)
  })
})
