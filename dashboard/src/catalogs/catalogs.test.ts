import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { describeCatalogs, listMessages } from '../../../test/catalog-rules.ts'
import { catalog as enCommon } from './en/index.ts'
import { operatorCatalog as enOperator } from './en/operator.ts'
import { catalog as frCommon } from './fr/index.ts'
import { operatorCatalog as frOperator } from './fr/operator.ts'
import { catalog as swCommon } from './sw/index.ts'
import { operatorCatalog as swOperator } from './sw/operator.ts'

const en = { ...enCommon, ...enOperator }
const fr = { ...frCommon, ...frOperator }
const sw = { ...swCommon, ...swOperator }

describeCatalogs('the catalog of the dashboard', { en, sw, fr })

describe('the catalogs', () => {
  it('have no message that the dashboard does not use', () => {
    const root = join(import.meta.dirname, '..')
    const source = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('catalogs'))
      .map((path) => readFileSync(join(root, path), 'utf8').replace(/\s+(?=\.)/g, ''))
      .join('\n')
    const used = new Set([...source.matchAll(/\bt((?:\.\w+)+)/g)].map(([, path = '']) => path.slice(1)))
    /** A message is used by its whole path, or by a table that holds it (`wordFor(t.status, word)`). */
    const isUsed = (path: string) => {
      const parts = path.split('.')
      return parts.some((_, index) => used.has(parts.slice(0, index + 1).join('.')))
    }
    assert.deepEqual(
      listMessages(en).filter(([path]) => !isUsed(path)),
      [],
    )
  })
})
