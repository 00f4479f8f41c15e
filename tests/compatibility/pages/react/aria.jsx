import { parseDate } from "@internationalized/date";
import {
  Button, Calendar, CalendarCell, CalendarGrid, Checkbox, ComboBox, DateField, DateInput, DatePicker, DateSegment, Dialog, DialogTrigger, Disclosure,
  DisclosurePanel, GridList, GridListItem, Group, Heading, I18nProvider, Input, Label, ListBox, ListBoxItem, Menu, MenuItem, MenuTrigger, Modal, NumberField,
  Popover, Radio, RadioGroup, SearchField, Select, SelectValue, Slider, SliderThumb, SliderTrack, Switch, Tab, TabList, TabPanel, Tabs, Tag, TagGroup, TagList,
  TextField, ToggleButton, Tree, TreeItem, TreeItemContent,
} from "react-aria-components";
import { held, show, useHeld } from "../held.jsx";

const fruits = ["apple", "banana", "cherry"];
const popup = { background: "#fff", border: "1px solid" };
const dot = { width: 16, height: 16, background: "#444" };

function App() {
  const [fruit, setFruit] = useHeld("fruit", "apple");
  const [combo, setCombo] = useHeld("combo", null);
  const [count, setCount] = useHeld("count", 1);
  const [heat, setHeat] = useHeld("heat", 30);
  const [agreed, setAgreed] = useHeld("agreed", false);
  const [dark, setDark] = useHeld("dark", false);
  const [plan, setPlan] = useHeld("plan", "free");
  const [tab, setTab] = useHeld("tab", "one");
  const [day, setDay] = useHeld("day", parseDate("2030-05-10"));
  const [typed, setTyped] = useHeld("typed", null);
  const [search, setSearch] = useHeld("search", "old");
  const [tags, setTags] = useHeld("tags", ["red", "green"]);
  const [picked, setPicked] = useHeld("picked", new Set());
  const [open, setOpen] = useHeld("open", false);
  const [bold, setBold] = useHeld("bold", false);
  const [unfolded, setUnfolded] = useHeld("unfolded", new Set());
  const [chosen, setChosen] = useHeld("chosen", new Set());
  Object.assign(held, { day: String(day), typed: typed && String(typed), picked: [...picked], unfolded: [...unfolded], chosen: [...chosen] });
  return (
    <I18nProvider locale="en-US">
      <Select selectedKey={fruit} onSelectionChange={setFruit}><Label>Fruit</Label><Button><SelectValue /></Button><Popover style={popup}><ListBox>{fruits.map((x) => <ListBoxItem key={x} id={x}>{x}</ListBoxItem>)}</ListBox></Popover></Select>
      <ComboBox selectedKey={combo} onSelectionChange={setCombo}><Label>Drink</Label><Input /><Button>▾</Button><Popover style={popup}><ListBox>{["milk", "tea", "water"].map((x) => <ListBoxItem key={x} id={x}>{x}</ListBoxItem>)}</ListBox></Popover></ComboBox>
      <NumberField value={count} onChange={setCount}><Label>Count</Label><Group><Button slot="decrement">-</Button><Input /><Button slot="increment">+</Button></Group></NumberField>
      <Slider value={heat} onChange={setHeat} style={{ width: 200 }}><Label>Heat</Label><SliderTrack style={{ height: 20, background: "#ddd" }}><SliderThumb style={{ ...dot, top: "50%" }} /></SliderTrack></Slider>
      <Checkbox isSelected={agreed} onChange={setAgreed}>I agree</Checkbox>
      <Switch isSelected={dark} onChange={setDark}>Dark mode</Switch>
      <RadioGroup value={plan} onChange={setPlan}><Label>Plan</Label><Radio value="free">Free</Radio><Radio value="pro">Pro</Radio></RadioGroup>
      <Tabs selectedKey={tab} onSelectionChange={setTab}><TabList aria-label="Views"><Tab id="one">One</Tab><Tab id="two">Two</Tab></TabList><TabPanel id="one">First</TabPanel><TabPanel id="two">Second</TabPanel></Tabs>
      <DatePicker value={day} onChange={setDay}><Label>Day</Label><Group><DateInput style={{ display: "flex" }}>{(s) => <DateSegment segment={s} />}</DateInput><Button>▾</Button></Group><Popover style={popup}><Dialog><Calendar><header><Button slot="previous">◀</Button><Heading /><Button slot="next">▶</Button></header><CalendarGrid>{(d) => <CalendarCell date={d} />}</CalendarGrid></Calendar></Dialog></Popover></DatePicker>
      <DateField value={typed} onChange={setTyped}><Label>Birthday</Label><DateInput style={{ display: "flex" }}>{(s) => <DateSegment segment={s} />}</DateInput></DateField>
      <SearchField value={search} onChange={setSearch}><Label>Search</Label><Input /><Button>✕</Button></SearchField>
      <TagGroup onRemove={(keys) => setTags(tags.filter((x) => !keys.has(x)))}><Label>Tags</Label><TagList>{tags.map((x) => <Tag key={x} id={x} textValue={x}>{x}<Button slot="remove">✕</Button></Tag>)}</TagList></TagGroup>
      <GridList aria-label="Files" selectionMode="multiple" selectedKeys={picked} onSelectionChange={setPicked}>{["a.txt", "b.txt"].map((x) => <GridListItem key={x} id={x} textValue={x}><Checkbox slot="selection">☐</Checkbox>{x}</GridListItem>)}</GridList>
      <MenuTrigger><Button>Actions</Button><Popover style={popup}><Menu onAction={(key) => held.menu = key}><MenuItem id="copy">Copy</MenuItem><MenuItem id="archive">Archive</MenuItem></Menu></Popover></MenuTrigger>
      <DialogTrigger><Button>Rename</Button><Modal style={{ ...popup, position: "fixed", top: 80, left: 80 }}><Dialog>{({ close }) => <><Heading slot="title">Rename the file</Heading><TextField onChange={(v) => held.name = v}><Label>New name</Label><Input /></TextField><Button onPress={() => { held.renamed = held.name; close(); }}>Save</Button></>}</Dialog></Modal></DialogTrigger>
      <Disclosure isExpanded={open} onExpandedChange={setOpen}><Heading><Button slot="trigger">Details</Button></Heading><DisclosurePanel>Hidden words</DisclosurePanel></Disclosure>
      <ToggleButton isSelected={bold} onChange={setBold}>Bold</ToggleButton>
      <Tree aria-label="Project" selectionMode="single" expandedKeys={unfolded} onExpandedChange={setUnfolded} selectedKeys={chosen} onSelectionChange={setChosen}><TreeItem id="docs" textValue="docs"><TreeItemContent><Button slot="chevron">▸</Button>docs</TreeItemContent><TreeItem id="guide" textValue="guide"><TreeItemContent>guide</TreeItemContent></TreeItem></TreeItem></Tree>
    </I18nProvider>
  );
}
show(<App />);
