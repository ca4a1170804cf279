import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Creates a CycloneDX bill of materials: all packages of a server installation with version, licence and checksum. npm
 * uses the folder name, so the name is corrected here.
 */
export function makeBill(): string {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--package-lock-only',
    '--omit',
    'dev',
  ]
  const { status, stdout, stderr, error } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (error) throw error
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stderr}`)
  const bill = JSON.parse(stdout)
  const { name } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))
  bill.metadata.component.name = name
  return `${JSON.stringify(bill, null, 2)}\n`
}
