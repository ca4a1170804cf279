import { rmSync } from 'node:fs'

for (const name of ['commit.txt', 'npm-shrinkwrap.json'])
  rmSync(new URL(`../../${name}`, import.meta.url), { force: true })
