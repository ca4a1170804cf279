import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// Caching compiled code makes commands start a third faster. Not in the system's temporary directory, Node's default,
// where other users could plant code.
try {
  enableCompileCache(join(homedir(), '.cache', 'ngoma'))
} catch {
  // No cache without a home directory.
}
