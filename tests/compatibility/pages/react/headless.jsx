import {
  Checkbox, Combobox, ComboboxButton, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogPanel, DialogTitle, Disclosure, DisclosureButton,
  DisclosurePanel, Field, Label, Listbox, ListboxButton, ListboxOption, ListboxOptions, Menu, MenuButton, MenuItem, MenuItems, Popover, PopoverButton,
  PopoverPanel, Radio, RadioGroup, Switch, Tab, TabGroup, TabList, TabPanel, TabPanels,
} from "@headlessui/react";
import { held, show, useHeld } from "../held.jsx";

const people = ["Ada", "Bo", "Cyd"];

function App() {
  const [one, setOne] = useHeld("one", "Ada");
  const [many, setMany] = useHeld("many", []);
  const [guest, setGuest] = useHeld("guest", null);
  const [query, setQuery] = useHeld("query", "");
  const [agreed, setAgreed] = useHeld("agreed", false);
  const [dark, setDark] = useHeld("dark", false);
  const [plan, setPlan] = useHeld("plan", "free");
  const [tab, setTab] = useHeld("tab", 0);
  const [isOpen, setOpen] = useHeld("isOpen", false);
  const [name, setName] = useHeld("name", "");
  return (
    <>
      <Field><Label>Owner</Label><Listbox value={one} onChange={setOne}><ListboxButton>{one}</ListboxButton><ListboxOptions anchor="bottom">{people.map((x) => <ListboxOption key={x} value={x}>{x}</ListboxOption>)}</ListboxOptions></Listbox></Field>
      <Field><Label>Team</Label><Listbox multiple value={many} onChange={setMany}><ListboxButton>{many.join(", ") || "nobody"}</ListboxButton><ListboxOptions anchor="bottom">{people.map((x) => <ListboxOption key={x} value={x}>{x}</ListboxOption>)}</ListboxOptions></Listbox></Field>
      <Field><Label>Guest</Label><Combobox value={guest} onChange={setGuest} onClose={() => setQuery("")}><ComboboxInput onChange={(e) => setQuery(e.target.value)} /><ComboboxButton>▾</ComboboxButton><ComboboxOptions anchor="bottom">{people.filter((x) => x.toLowerCase().includes(query.toLowerCase())).map((x) => <ComboboxOption key={x} value={x}>{x}</ComboboxOption>)}</ComboboxOptions></Combobox></Field>
      <Field><Checkbox checked={agreed} onChange={setAgreed} style={{ display: "inline-block", width: 16, height: 16, border: "1px solid" }} /><Label>I agree</Label></Field>
      <Field><Label>Dark mode</Label><Switch checked={dark} onChange={setDark} style={{ width: 40, height: 20 }}><span /></Switch></Field>
      <RadioGroup value={plan} onChange={setPlan} aria-label="Plan">{["free", "pro"].map((x) => <Field key={x}><Radio value={x} style={{ display: "inline-block", width: 16, height: 16, border: "1px solid" }} /><Label>{x}</Label></Field>)}</RadioGroup>
      <TabGroup selectedIndex={tab} onChange={setTab}><TabList><Tab>One</Tab><Tab>Two</Tab></TabList><TabPanels><TabPanel>First</TabPanel><TabPanel>Second</TabPanel></TabPanels></TabGroup>
      <Menu><MenuButton>Actions</MenuButton><MenuItems anchor="bottom"><MenuItem><button onClick={() => held.menu = "copy"}>Copy</button></MenuItem><MenuItem><button onClick={() => held.menu = "archive"}>Archive</button></MenuItem></MenuItems></Menu>
      <Disclosure>{({ open }) => { held.open = open; return <><DisclosureButton>Details</DisclosureButton><DisclosurePanel>Hidden words</DisclosurePanel></>; }}</Disclosure>
      <Popover><PopoverButton>Filter</PopoverButton><PopoverPanel anchor="bottom"><input aria-label="Least price" onChange={(e) => held.least = e.target.value} /></PopoverPanel></Popover>
      <button onClick={() => setOpen(true)}>Rename</button>
      <Dialog open={isOpen} onClose={() => setOpen(false)}><div style={{ position: "fixed", top: 80, left: 80, background: "#fff", border: "1px solid" }}><DialogPanel><DialogTitle>Rename the file</DialogTitle><input aria-label="New name" value={name} onChange={(e) => setName(e.target.value)} /><button onClick={() => { held.renamed = name; setOpen(false); }}>Save</button></DialogPanel></div></Dialog>
    </>
  );
}
show(<App />);
