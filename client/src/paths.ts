/** The path of one item. Without an ID it would be the path of the list. */
export function pathTo(path: string, id: string): string {
  if (id === undefined || id === null || !/^[\w-]+$/.test(id))
    throw new TypeError(`${JSON.stringify(id)} is not a valid ID`)
  return `${path}/${id}`
}
