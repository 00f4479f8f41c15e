import Select from "react-select";
import Creatable from "react-select/creatable";
import { held, show, useHeld } from "../held.jsx";

const options = ["Oslo", "Bergen", "Trondheim"].map((x) => ({ value: x, label: x }));

function App() {
  const [one, setOne] = useHeld("one", options[0]);
  const [many, setMany] = useHeld("many", [options[0]]);
  const [made, setMade] = useHeld("made", []);
  const values = (list) => list.map(({ value }) => value);
  Object.assign(held, { one: one && one.value, many: values(many), made: values(made) });
  return (
    <>
      <label htmlFor="one">City</label><Select inputId="one" options={options} value={one} onChange={setOne} isClearable />
      <label htmlFor="many">Stops</label><Select inputId="many" isMulti options={options} value={many} onChange={setMany} />
      <label htmlFor="made">Words</label><Creatable inputId="made" isMulti options={[]} value={made} onChange={setMade} />
    </>
  );
}
show(<App />);
