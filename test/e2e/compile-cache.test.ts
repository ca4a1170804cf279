import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { homeIn } from '../ngoma.ts'
import { until } from '../until.ts'
import { startServer } from './server.ts'

const startSecondsMax = 180

describe('compiled code', () => {
  it('is stored while the server serves, for a start after it was killed', async (context) => {
    const directory = mkdtempSync(join(tmpdir(), 'ngoma-compiled-'))
    const home = homeIn(directory)
    const cache = join(home.HOME, '.cache', 'ngoma')
    // Not the cache that all tests share. So everything is compiled first.
    const server = await startServer({ ...home, NODE_COMPILE_CACHE: '' }, 'all', undefined, startSecondsMax)
    context.after(async () => {
      await server.kill('SIGKILL')
      rmSync(directory, { recursive: true, force: true })
    })
    await until('hundreds of files are stored', () => existsSync(cache) && countFiles(cache) > 500)
  })
})

const countFiles = (directory: string) => readdirSync(directory, { recursive: true }).length
