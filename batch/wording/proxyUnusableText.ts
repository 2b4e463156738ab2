export function proxyUnusableText(variable: string): string {
  return `${variable} is not the address of a proxy that rwa can use. Write it like http://proxy.example:3128 or http://NAME:PASSWORD@proxy.example:3128, with special characters percent-encoded (@ is %40, # is %23, % is %25). SOCKS proxies are not supported.`;
}
