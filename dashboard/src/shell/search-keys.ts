export const isApple: boolean = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const searchKeys: readonly string[] = [isApple ? '⌘' : 'Ctrl', 'K']
