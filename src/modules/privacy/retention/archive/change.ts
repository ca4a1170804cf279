import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { listNames, readText, syncDirectory, writeText } from './disk.ts'
import { damagedDay } from './errors.ts'
import { type Manifest, manifestFormat, manifestName, nextManifestName, parseManifest } from './manifest.ts'

/**
 * Changes the files of an archived day at once. New files are written as drafts. The change is decided when the next
 * manifest is in place: if the program stops after that, `openDay` finishes the change, and before that, discards it.
 */

const draftSuffix = '.part'

export const draftOf = (directory: string, name: string) => join(directory, `.${name}${draftSuffix}`)

export const writeManifest = (path: string, manifest: Manifest) =>
  writeText(path, `${JSON.stringify(manifest, null, 2)}\n`)

/** Null without a valid manifest. */
export async function readManifest(directory: string, day: string): Promise<Manifest | null> {
  const text = await readText(join(directory, manifestName))
  return text === null ? null : parseManifest(text, day)
}

/** Puts drafts and a new manifest in place of the old ones. */
export async function changeDay(directory: string, manifest: Manifest): Promise<void> {
  await decideChange(directory, manifest)
  await finishChange(directory, manifest.day)
}

/** From here on, the change is finished even after a crash. */
export async function decideChange(directory: string, manifest: Manifest): Promise<void> {
  const draft = draftOf(directory, nextManifestName)
  await writeManifest(draft, manifest)
  await rename(draft, join(directory, nextManifestName))
  await syncDirectory(directory)
}

async function finishChange(directory: string, day: string): Promise<void> {
  const names = (await listNames(directory)) ?? []
  if (names.includes(nextManifestName)) {
    const next = parseManifest((await readText(join(directory, nextManifestName))) ?? '', day)
    if (next === null) throw damagedDay(day)
    for (const { name } of next.files)
      if (names.includes(`.${name}${draftSuffix}`)) await rename(draftOf(directory, name), join(directory, name))
    await syncDirectory(directory)
    await rename(join(directory, nextManifestName), join(directory, manifestName))
    await syncDirectory(directory)
  }
  for (const name of names) if (name.endsWith(draftSuffix)) await rm(join(directory, name), { force: true })
}

/** Repairs a day after a crash and reads its manifest, which has no files if the directory is missing. */
export async function openDay(directory: string, day: string, version: string): Promise<Manifest> {
  await finishChange(directory, day)
  const manifest = await readManifest(directory, day)
  if (manifest !== null) return manifest
  const names = (await listNames(directory)) ?? []
  if (names.length > 0) throw damagedDay(day)
  return { format: manifestFormat, day, version, late: '', files: [] }
}
