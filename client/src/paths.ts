/** The path of one thing. Without an id it would be the path of all of them. */
export function pathTo(path: string, id: string): string {
  if (id === undefined || id === null || !/^[\w-]+$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is not an id`)
  return `${path}/${id}`
}
