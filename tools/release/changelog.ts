/** The text of an unreleased version, and the changelog with its release date. */
export interface Section {
  readonly text: string
  readonly dated: string
}

/** Throws when the version has no unreleased section, or it is empty. */
export function findSection(changelog: string, version: string, day: string): Section {
  const title = `## ${version} (unreleased)`
  const lines = changelog.split('\n')
  const start = lines.indexOf(title)
  if (start === -1) {
    const released = lines.find((line) => line.startsWith(`## ${version} (`))
    throw new Error(
      released === undefined
        ? `CHANGELOG.md has no section "${title}": add one with the changes`
        : `According to CHANGELOG.md, ${version} was already released: "${released}"`,
    )
  }
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '))
  const text = lines
    .slice(start + 1, end === -1 ? undefined : end)
    .join('\n')
    .trim()
  if (text === '') throw new Error(`The section "${title}" of CHANGELOG.md is empty: list the changes`)
  return { text, dated: lines.with(start, `## ${version} (${day})`).join('\n') }
}

const versionFormat = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Throws unless `next` is a valid version that is not older than `current`. */
export function checkVersion(next: string, current: string): void {
  if (!versionFormat.test(next)) throw new Error(`Write the version as X.Y.Z, such as ${current}, not "${next}"`)
  const [nextParts, currentParts] = [next, current].map((version) => version.split('.').map(Number)) as [
    number[],
    number[],
  ]
  const at = nextParts.findIndex((part, index) => part !== currentParts[index])
  if (at !== -1 && (nextParts[at] ?? 0) < (currentParts[at] ?? 0))
    throw new Error(`Version ${next} is older than ${current} in package.json`)
}
