import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'

// What was compiled once is kept, and a command starts a third faster. Not in the system's temporary directory, where
// Node would keep it: what others could put there would be run.
try {
  enableCompileCache(join(homedir(), '.cache', 'ngoma'))
} catch {
  // A user without a home has no cache.
}
