/**
 * Loaded into every test process. Writes the file of each test before it begins, at once: an endless loop would keep the
 * reporter from writing.
 */
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { beforeEach, type TestContext } from 'node:test'

const path = process.env.NGOMA_TEST_BEGUN
let begun: string | undefined

if (path !== undefined)
  beforeEach((test) => {
    const { filePath } = test as TestContext
    if (filePath === undefined || filePath === begun) return
    begun = filePath
    writeFileSync(path, relative('', filePath))
  })
