import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).toSorted()

const readPage = (page: string) => readFileSync(join(root, page), 'utf8').replaceAll(/^ *```.*?^ *```$/gms, '')

/** The anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of readPage(page).matchAll(/^#+ (.*)$/gm)) {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-')
    let copies = 0
    while (anchors.has(copies === 0 ? anchor : `${anchor}-${copies}`)) copies += 1
    anchors.add(copies === 0 ? anchor : `${anchor}-${copies}`)
  }
  return anchors
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : normalize(join(dirname(page), path))
  if (!existsSync(join(root, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
}

describe('documentation links', () => {
  for (const page of pages)
    it(`${page} links to existing files and headings`, () => {
      const links = [...readPage(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
      assert.deepEqual(
        links.filter((link) => !/^[a-z]+:/.test(link) && isBroken(page, link)),
        [],
      )
    })

  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md'])
    it(`${page} names existing source files`, () => {
      const files = globSync(['*.ts', '{src,test,dashboard,client,tools,bench,docs}/**/*.{ts,tsx,js}'], {
        cwd: root,
        exclude: ['**/node_modules/**', '**/dist/**'],
      })
      const named = [...readPage(page).matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, path = '']) => path)
      assert.deepEqual(
        named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`))),
        [],
      )
    })
})
